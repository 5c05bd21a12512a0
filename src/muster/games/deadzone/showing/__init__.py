"""What a seat may see, and what something planned would come to."""
